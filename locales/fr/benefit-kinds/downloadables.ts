import type * as en from '../../en/benefit-kinds/downloadables.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about files to download. */
export const customer: Messages<typeof en.customer> = {
  none: 'Aucun fichier pour l’instant.',
  download: 'Télécharger',
  downloadFile: 'Télécharger {{file}}',
  checksum: 'somme de contrôle du fichier {{file}}',
}
