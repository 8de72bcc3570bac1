// `npm run check`: what can be proved within seconds, two parts at a time.
import { checkParts } from './check-parts.ts'
import { close, runParts } from './parts.ts'

close(await runParts(checkParts, 2))
