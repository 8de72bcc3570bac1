import { useRef } from 'react'
import type { Dispute } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { t } from '#web/parts/disputes/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

const EVIDENCE_MAXIMUM = 20_000

/** Sends evidence against a dispute to the processor, which takes it once. */
export default function ContestDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  // A retry after a lost response sends the same key.
  const idempotencyKey = useRef(crypto.randomUUID())
  const contest = useAction(client.disputes.contest, ['disputes', 'orders', 'ledgerEntries'])
  const form = useForm<{ readonly evidence: string }, Dispute>({
    initial: { evidence: '' },
    rules: { evidence: (evidence) => (evidence.trim() === '' ? t('contest.missing') : undefined) },
    refusals: { texts: {}, text: errorText },
    send: ({ evidence }) => contest.run(dispute.id, { evidence: evidence.trim() }, { idempotencyKey: idempotencyKey.current }),
    onDone: ({ status }) => {
      onClose()
      toast(t(`contest.done.${status === 'won' || status === 'lost' ? status : 'under_review'}`))
    },
  })
  return (
    <FormDialog
      form={form}
      intro={t(dispute.processorUrl === null ? 'contest.sandbox' : 'contest.intro')}
      onClose={onClose}
      submitLabel={t('contest.action')}
      title={t('contest.title')}
    >
      <Field {...form.field('evidence')} hint={t('contest.hint')} label={t('contest.evidence')} required>
        <Textarea maxLength={EVIDENCE_MAXIMUM} rows={6} {...form.text('evidence')} />
      </Field>
    </FormDialog>
  )
}
