// The published clients of the matrix: what `npm run docs` prints, and what `npm run clients -- --newest` installs.
import { authClient } from './auth-calls.ts'
import type { ClientFamily } from './matrix.ts'
import { polarFamily } from './polar-calls.ts'

export const families: readonly ClientFamily[] = [authClient, polarFamily]
