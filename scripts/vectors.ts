// `npm test -- vectors`: runs the test vectors of billing, from test/vectors or the folder in VECTORS_DIR.
import { operations } from '../test/vector-runner/operations.ts'
import { readWaiting, runVectors } from '../test/vector-runner/run.ts'
import { scenarioOperations } from '../test/vector-runner/scenario-operations.ts'

const OURS = 'test/vectors'

const report = runVectors(process.env['VECTORS_DIR'] ?? OURS, operations, [...readWaiting(OURS), ...scenarioOperations])
for (const failure of report.failures) {
  console.log(`${failure.file}: ${failure.name} (${failure.op})`)
  console.log(`  expected ${JSON.stringify(failure.expected)}`)
  console.log(`  actual   ${JSON.stringify(failure.actual)}`)
}
console.log(`${report.passed} passed, ${report.failures.length} failed, ${report.waiting} waiting`)
process.exitCode = report.failures.length > 0 || report.passed === 0 ? 1 : 0
