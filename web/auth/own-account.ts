import { createHttp } from '#client/http.ts'
import { createOwnAccount } from '#client/own-account.ts'

/** The calls for signed-out users: password reset and email verification. */
export const ownAccount = createOwnAccount(createHttp(), { on: () => () => undefined, succeeded: () => undefined })
