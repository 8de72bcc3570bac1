import { palette } from '#locales/en/shell/palette.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the palette and of the sheet of keys. */
export const tell = speaker(language, palette)
