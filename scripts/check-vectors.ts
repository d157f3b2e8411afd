/**
 * Checks the statistics against a file of input/output vectors.
 * Run: npm run vectors -- FILE (default: ../shared/statistics/vectors.json)
 */
import { readFileSync } from 'node:fs'
import { answer, differences, type Vector } from '../tests/unit/statistics/vectors.js'

const file = process.argv[2] ?? '../shared/statistics/vectors.json'
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] }
let failed = 0
for (const vector of vectors) {
  const found = differences(answer(vector), vector.expected)
  if (found.length > 0) failed += 1
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${vector.id}${found.map((line) => `\n       ${line}`).join('')}`)
}
console.log(`${vectors.length - failed} of ${vectors.length} vectors hold`)
process.exitCode = failed === 0 && vectors.length > 0 ? 0 : 1
