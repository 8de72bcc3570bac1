import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Copier',
  copied: 'Copié',
  optional: 'Facultatif',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  loading: 'Chargement',
  failedTitle: 'Une erreur s’est produite',
  failedText: 'Réessayez ou contactez l’assistance avec l’identifiant de la demande.',
  offlineTitle: 'Vous êtes hors ligne',
  offlineText: 'Impossible de joindre Guildhall. Cette page n’est peut-être pas à jour.',
  tryAgain: 'Réessayer',
  requestId: 'Identifiant de la demande',
}
