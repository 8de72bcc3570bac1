// `npm run check`: all checks that take seconds, two steps at a time.
import { finish, runSteps } from './steps/suite-steps.ts'
import { checkSteps } from './suites.ts'

finish(await runSteps(checkSteps, { width: 2 }))
