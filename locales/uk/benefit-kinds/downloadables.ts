import type * as en from '../../en/benefit-kinds/downloadables.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about files to download. */
export const customer: Messages<typeof en.customer> = {
  none: 'Файлів поки немає.',
  download: 'Завантажити',
  downloadFile: 'Завантажити {{file}}',
  checksum: 'контрольна сума файлу {{file}}',
}
