import { z } from 'zod'
import { providerIds, type ReadyProvider } from '#identity/providers/model.ts'
import type { Settings } from '#platform/config.ts'

const length = (what: string) => z.int().meta({ description: `${what}, in characters.` })

/** What the pages of people need to know: what is switched on, and how long what is chosen there may be. Nothing of it is secret. */
export const signInOptions = z
  .object({
    providers: z.array(
      z.object({
        id: z.enum(providerIds),
        name: z.string(),
        signUp: z.boolean().meta({ description: 'Whether somebody new may come in by it.' }),
      }),
    ),
    password: z.object({
      signIn: z.boolean().meta({ description: 'Whether an address or a user name and a password sign in.' }),
      signUp: z.boolean().meta({ description: 'Whether an address and a password make an account.' }),
      reset: z.boolean().meta({ description: 'Whether a forgotten password is replaced by a mailed link.' }),
      minimumLength: length('The shortest new password'),
      maximumLength: length('The longest new password'),
    }),
    username: z.object({ minimumLength: length('The shortest user name'), maximumLength: length('The longest user name') }),
    account: z.object({
      changeEmail: z.boolean().meta({ description: 'Whether people change their address.' }),
      verifyEmail: z
        .boolean()
        .meta({ description: 'Whether links are mailed that prove an address; a proven one changes by such a link alone.' }),
      delete: z.boolean().meta({ description: 'Whether people delete their account.' }),
    }),
  })
  .meta({ id: 'SignInOptions' })

/** The options as the settings have them; `providers` are those that they configure. */
export function toOptionsWire(settings: Settings, providers: readonly ReadyProvider[]): z.output<typeof signInOptions> {
  const signIn = !settings.EMAIL_AND_PASSWORD_DISABLED
  return {
    providers: providers.map(({ id, name, signUp }) => ({ id, name, signUp: signUp !== 'off' })),
    password: {
      signIn,
      signUp: signIn && !settings.SIGN_UP_DISABLED,
      // A link could still set a password, but none that signs in.
      reset: signIn && !settings.RESET_PASSWORD_DISABLED,
      minimumLength: settings.MIN_PASSWORD_LENGTH,
      maximumLength: settings.MAX_PASSWORD_LENGTH,
    },
    username: { minimumLength: settings.MIN_USERNAME_LENGTH, maximumLength: settings.MAX_USERNAME_LENGTH },
    account: {
      changeEmail: !settings.CHANGE_EMAIL_DISABLED,
      verifyEmail: !settings.VERIFICATION_EMAIL_DISABLED,
      delete: !settings.DELETE_USER_DISABLED,
    },
  }
}
