import type { FileRead } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useForm } from '../use-form.ts'
import { t } from './messages.ts'

interface FileValues {
  readonly name: string
  readonly version: string
}

const rules: Rules<FileValues> = { name: filled(t('rename.missing')) }

/** Changes the name and the version of a file. */
export function RenameDialog({ file, onClose }: { file: FileRead; onClose: () => void }) {
  const save = useAction(client.files.update, ['files', 'products'])
  const form = useForm<FileValues, FileRead>({
    initial: { name: file.name, version: file.version ?? '' },
    rules,
    refusals: {},
    send: ({ name, version }) => save.run(file.id, { name: name.trim(), version: version.trim() === '' ? null : version.trim() }),
    onDone: () => {
      toast(t('rename.done'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} submitLabel={t('rename.save')} title={t('rename.title')}>
      <Field {...form.field('name')} label={t('rename.name')} required>
        <TextInput {...form.text('name')} autoComplete="off" />
      </Field>
      <Field {...form.field('version')} hint={t('rename.versionHint')} label={t('rename.version')} optional>
        <TextInput {...form.text('version')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
