import { createAuth } from '#client/auth.ts'
import { createHttp } from '#client/http.ts'

/** Only the calls that the sign-in pages make: the calls for selling would weigh on them. Nothing here listens for signals. */
export const auth = createAuth(createHttp(), { on: () => () => undefined, succeeded: () => undefined })
