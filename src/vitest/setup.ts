/** For vitest's `setupFiles`: requests are watched before any client is built. */
import { watched } from './watched.js'

await watched()
