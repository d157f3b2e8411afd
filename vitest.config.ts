import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // On two cores vitest would use one.
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'] } },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['tests/types/**/*.test-d.ts'],
            tsconfig: './tests/types/tsconfig.json',
          },
        },
      },
      {
        test: {
          name: 'wiring',
          include: ['tests/wiring/**/*.test.ts'],
          setupFiles: ['src/vitest/setup.ts'],
          testTimeout: 120_000,
        },
      },
      { test: { name: 'third-party', include: ['tests/third-party/**/*.test.ts'] } },
      { test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], testTimeout: 180_000 } },
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 120_000 } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Commands run in processes of their own (tests/e2e), whose coverage is not seen from here.
      exclude: ['src/cli/**'],
      reporter: ['text-summary', 'html'],
      // Set where it stands, and only raised.
      thresholds: { statements: 95, branches: 88, functions: 95, lines: 95 },
    },
  },
})
