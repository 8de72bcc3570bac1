import { palette } from '#locales/en/shell/palette.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the palette and of the list of shortcuts. */
export const tPalette = translator(language, palette)
