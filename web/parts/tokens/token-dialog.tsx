import { useState } from 'react'
import type { AccessToken, CallError } from '#client/index.ts'
import { client, useAct } from '#web/api.ts'
import { errorText } from '#web/full-language.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { dayText } from '#web/ui/text/moment.ts'
import { SecretOnce } from '../secret-once.tsx'
import { endOf, type Life, lives, secondsOf } from './expiry.ts'
import { t } from './messages.ts'
import { ScopePicker } from './scope-picker.tsx'
import { allScopes, presets } from './scopes.ts'
import { usageSnippet } from './snippet.ts'

const formId = 'access-token'
const choices = Object.keys(lives) as Life[]

type Faults = { readonly [K in 'comment' | 'scopes' | 'life' | 'form']?: string }

/** The server's findings, each at its field. */
function faultsFrom(error: CallError): Faults {
  const at = (name: string) => error.fields.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  const found = { comment: at('comment'), scopes: at('scopes'), life: at('expires_in') }
  const told = Object.entries(found).filter(([, message]) => message !== undefined)
  return told.length > 0 ? Object.fromEntries(told) : { form: error.fields[0]?.message ?? errorText(error) }
}

/** Asks for a new token, or changes comment and scopes of `token`. A new one's secret is handed to `onMade`. */
export function TokenDialog(props: {
  organizationId: string
  token?: AccessToken | undefined
  onClose: () => void
  onMade?: ((secret: string) => void) | undefined
  /** Asks whether `token` shall end: narrow screens have no menu in their rows. */
  onDelete?: (() => void) | undefined
}) {
  const { organizationId, token, onClose, onMade, onDelete } = props
  const { locale } = useLanguage()
  const [comment, setComment] = useState(token?.comment ?? '')
  const [life, setLife] = useState<Life>('in90')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(() => new Set(token?.scopes ?? presets.sell))
  const [faults, setFaults] = useState<Faults>({})
  const create = useAct(client.organizationAccessTokens.create, ['organizationAccessTokens'])
  const update = useAct(client.organizationAccessTokens.update, ['organizationAccessTokens'])
  const busy = create.busy || update.busy
  const end = endOf(life, new Date())

  const submit = async () => {
    const found: Faults = {
      ...(comment.trim() === '' ? { comment: t('form.commentMissing') } : {}),
      ...(scopes.size === 0 ? { scopes: t('form.scopesMissing') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const body = { comment: comment.trim(), scopes: allScopes.filter((scope) => scopes.has(scope)) }
    if (token !== undefined) {
      const result = await update.run(token.id, body)
      if (result?.error) setFaults(faultsFrom(result.error))
      if (result?.error !== null) return
      toast(t('form.saved'))
      return onClose()
    }
    const expiresIn = secondsOf(life)
    const result = await create.run({ ...body, organizationId, ...(expiresIn === undefined ? {} : { expiresIn }) })
    if (result?.error) setFaults(faultsFrom(result.error))
    if (result?.error === null) onMade?.(result.data.token)
  }
  return (
    <Dialog
      busy={busy}
      foot={
        <>
          {onDelete !== undefined && (
            <Button disabled={busy} look="danger" onClick={onDelete}>
              {t('acts.delete')}
            </Button>
          )}
          <Button busy={busy} form={formId} look="primary" type="submit">
            {t(token === undefined ? 'form.create' : 'form.save')}
          </Button>
        </>
      }
      lead={t(token === undefined ? 'form.newLead' : 'form.editLead')}
      onClose={onClose}
      open
      title={t(token === undefined ? 'form.newTitle' : 'form.editTitle')}
    >
      <Form
        busy={busy}
        className="grid grid-cols-[minmax(0,1fr)] gap-16"
        faults={faults}
        id={formId}
        onSubmit={() => void submit()}
        saveKey
      >
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
        <Field error={faults.comment} hint={t('form.commentHint')} label={t('form.comment')} required>
          <TextInput
            autoComplete="off"
            onChange={(event) => setComment(event.currentTarget.value)}
            placeholder={t('form.commentExample')}
            ref={firstField}
            value={comment}
          />
        </Field>
        {token === undefined && (
          <Field
            error={faults.life}
            hint={end === null ? t('form.neverHint') : t('form.expiresHint', { date: dayText(locale, end) })}
            label={t('form.expires')}
          >
            <Select onChange={(event) => setLife(event.currentTarget.value as Life)} value={life}>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`form.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <ScopePicker chosen={scopes} error={faults.scopes} onChange={setScopes} />
      </Form>
    </Dialog>
  )
}

/** A token's secret in the only moment it is shown, with a call to try it. */
export function TokenSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      foot={
        <Button look="primary" onClick={onClose}>
          {t('acts.done')}
        </Button>
      }
      lead={t('secret.lead')}
      onClose={onClose}
      open
      title={t('secret.title')}
    >
      <SecretOnce label={t('secret.label')} value={secret} warning={t('secret.warning')} />
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{t('secret.try')}</span>
        <Code name={t('secret.try')} text={usageSnippet(location.origin, secret)} />
      </div>
    </Dialog>
  )
}
