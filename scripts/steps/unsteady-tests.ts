// Browser tests that fail are repeated once, alone: a test that passes then is unsteady, which is reported.
import { type FailedTest, runCommand, type Step, type StepResult, UNSTEADY_MAX, vitest } from './suite-steps.ts'

/** More failures than these are no matter of chance, and are not repeated. */
const REPEATED_MAX = 3

/** A step that runs the files of a vitest project that `selection`, arguments of vitest, leaves, and repeats the tests that failed. */
export function repeatingStep(name: string, project: string, selection: readonly string[]): Step {
  return {
    name,
    run: async (env) => {
      const first = await vitest(['--project', project, ...selection], env, runCommand)
      const failed = testsToRepeat(first)
      const repeats: StepResult[] = []
      for (const { file, fullName } of failed)
        repeats.push(await vitest(['--project', project, file, '--testNamePattern', `^${RegExp.escape(fullName)}$`], env, runCommand))
      return afterRepeats(first, failed, repeats)
    },
  }
}

/** The failed tests that are repeated: none where a file could not be loaded, or an error came from outside of any test. */
export function testsToRepeat({ failed, failedTests = [] }: StepResult): readonly FailedTest[] {
  return failed === failedTests.length && failed <= REPEATED_MAX ? failedTests : []
}

/** The result of the first run with what the repeats of these tests, in their order, have shown. */
export function afterRepeats(first: StepResult, tests: readonly FailedTest[], repeats: readonly StepResult[]): StepResult {
  const unsteadyTests = tests.filter((_, at) => repeats[at]?.failed === 0 && repeats[at].passed === 1)
  const output = [first.output, ...repeats.map((each) => each.output)].join('\n')
  if (unsteadyTests.length > UNSTEADY_MAX) return { ...first, output, unsteadyTests }
  const failedTests = (first.failedTests ?? []).filter((test) => !unsteadyTests.includes(test))
  const passed = first.passed + unsteadyTests.length
  return { ...first, passed, failed: first.failed - unsteadyTests.length, output, failedTests, unsteadyTests }
}
