import { tKind } from '#web/parts/benefits/messages.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'

interface NoteValues {
  readonly note: string
}

/** A note for customers. */
export const custom: BenefitKindForm<'custom', NoteValues> = {
  type: 'custom',
  valuesOf: (benefit) => ({ note: benefit?.properties.note ?? '' }),
  rules: {},
  paths: { 'properties.note': 'note' },
  propertiesOf: ({ note }) => ({ note: note.trim() === '' ? null : note.trim() }),
  Fields: NoteFields,
}

function NoteFields({ form }: { form: KindForm<NoteValues> }) {
  return (
    <Field {...form.field('note')} hint={tKind('custom.form.noteHint')} label={tKind('custom.form.note')} optional>
      <Textarea {...form.text('note')} rows={5} />
    </Field>
  )
}
