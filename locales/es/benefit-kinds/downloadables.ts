import type * as en from '../../en/benefit-kinds/downloadables.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about files to download. */
export const customer: Messages<typeof en.customer> = {
  none: 'Todavía no hay archivos.',
  download: 'Descargar',
  downloadFile: 'Descargar {{file}}',
  checksum: 'suma de comprobación de {{file}}',
}
