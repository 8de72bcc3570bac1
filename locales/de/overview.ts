import type { overview as en } from '../en/overview.ts'
import type { Messages } from '../translator.ts'

/** The first page of a merchant's dashboard. */
export const overview: Messages<typeof en> = {
  title: 'Übersicht',
  testTitle: 'Testmodus.',
  testText: 'Es wird nichts abgebucht. Bezahlen Sie mit der Karte {{card}}.',
}
