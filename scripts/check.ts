// `npm run check`: what can be proved within seconds, two parts at a time.
import { close, runParts } from './parts.ts'
import { checkParts } from './suites.ts'

close(await runParts(checkParts, { width: 2 }))
