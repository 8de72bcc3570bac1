import { createAuth } from '#client/auth.ts'
import { createHttp } from '#client/http.ts'

/** The calls of the sign-in pages. The merchant calls are left out to keep the bundle small. Nothing here listens for signals. */
export const auth = createAuth(createHttp(), { on: () => () => undefined, succeeded: () => undefined })
