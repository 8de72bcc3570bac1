import { newSecret } from '#platform/settings/secret.ts'
import { exits, type Verb } from './verb.ts'

export const verb: Verb = {
  summary: 'Prints a new value for AUTH_SECRET.',
  details: ['To rotate the secret of an existing installation, move the old value to AUTH_SECRET_PREVIOUS.'],
  run: async ({ report }) => {
    const secret = newSecret()
    report({ lines: [secret], json: { secret } })
    return exits.ok
  },
}
