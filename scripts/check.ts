// `npm run check`: all checks that take seconds, two steps at a time.
import { freshTypes } from './fresh-types.ts'
import { finish, runSteps } from './steps/suite-steps.ts'
import { checkSteps } from './suites.ts'

const types = await runSteps([freshTypes], {})
finish([...types, ...(await runSteps(checkSteps, { width: 2 }))])
