import type * as en from '../../en/benefit-kinds/github-repository.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about access to a repository. */
export const customer: Messages<typeof en.customer> = {
  granted: 'Tiene acceso al repositorio. Acepte la invitación que GitHub le ha enviado por correo.',
}
