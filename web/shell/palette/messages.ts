import { pageKeywords } from '#messages/shell/page-keywords.ts'
import { palette } from '#messages/shell/palette.ts'
import { messages } from '#web/language.ts'

/** The messages of the palette and of the list of shortcuts. */
export const tPalette = messages(palette)

/** The further words by which the palette finds a page. */
export const tKeywords = messages(pageKeywords)
