import { authFurther } from '#messages/sign-in/auth-further.ts'
import { messages } from '#web/language.ts'

/** The messages of the authentication pages other than the sign-in page. */
export const tFurther = messages(authFurther)
