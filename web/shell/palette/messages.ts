import { palette } from '#messages/shell/palette.ts'
import { messages } from '#web/language.ts'

/** The messages of the palette and of the list of shortcuts. */
export const tPalette = messages(palette)
