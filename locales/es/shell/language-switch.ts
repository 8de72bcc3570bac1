import type { languageSwitch as en } from '../../en/shell/language-switch.ts'
import type { Messages } from '../../translator.ts'

/** The language switch of the public pages. Loaded after the page. */
export const languageSwitch: Messages<typeof en> = {
  label: 'Idioma',
}
