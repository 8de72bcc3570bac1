import type * as en from '../../en/benefit-kinds/downloadables.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about files to download. */
export const customer: Messages<typeof en.customer> = {
  none: 'Nie ma jeszcze plików.',
  download: 'Pobierz',
  downloadFile: 'Pobierz {{file}}',
  checksum: 'suma kontrolna pliku {{file}}',
}
