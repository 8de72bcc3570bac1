import type * as en from '../../en/benefit-kinds/github-repository.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about access to a repository. */
export const customer: Messages<typeof en.customer> = {
  granted: 'Vous avez accès au dépôt. Acceptez l’invitation que GitHub vous a envoyée par e-mail.',
}
