import type * as en from '../../en/benefit-kinds/custom.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about notes. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'Notiz',
  text: 'Ein Text, den Kunden lesen, etwa ein Link oder eine Anleitung.',
  words: { noNote: 'Keine Notiz' },
  form: { note: 'Notiz', noteHint: 'Nur Kunden, die den Vorteil haben, lesen sie.' },
}
