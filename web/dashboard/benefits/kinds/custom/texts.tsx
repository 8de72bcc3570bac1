import { tKind } from '#web/parts/benefits/messages.ts'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

/** The texts of a note. */
export const custom: BenefitKindTexts<'custom'> = {
  line: ({ note }) => note ?? tKind('custom.words.noNote'),
  Details: NoteDetails,
}

function NoteDetails({ properties: { note } }: KindDetailsProps<'custom'>) {
  return <p className="max-w-reading text-label break-words whitespace-pre-line">{note ?? tKind('custom.words.noNote')}</p>
}
