import type * as en from '../../en/benefit-kinds/downloadables.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about files to download. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'Dateien',
  text: 'Dateien, die Kunden herunterladen.',
  words: { files_one: '{{count}} Datei', files_other: '{{count}} Dateien' },
  detail: { files: 'Dateien' },
  form: { missing: 'Laden Sie eine Datei hoch.', chosen: 'Dateien', choose: 'Datei wählen', chooseLabel: 'Hochgeladene Datei hinzufügen' },
}

/** What customers read about files to download. */
export const customer: Messages<typeof en.customer> = {
  none: 'Es gibt noch keine Dateien.',
  download: 'Herunterladen',
  downloadFile: '{{file}} herunterladen',
  checksum: 'Prüfsumme von {{file}}',
}
