import { useState } from 'react'
import type { AccessToken, CallError } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { useCurrentFaults } from '#web/ui/inputs/current-faults.ts'
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
import { faultAt, faultText, formFaultText } from '../field-faults.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { expiryOf, type Lifetime, lifetimes, secondsOf } from './expiry.ts'
import { t } from './messages.ts'
import { ScopePicker } from './scope-picker.tsx'
import { allScopes, presets } from './scopes.ts'
import { usageSnippet } from './snippet.ts'

const formId = 'access-token'
const choices = Object.keys(lifetimes) as Lifetime[]

type Faults = { readonly [K in 'comment' | 'scopes' | 'lifetime' | 'form']?: string }

/** The server's validation errors, by field. */
function faultsFrom(error: CallError): Faults {
  const found = { comment: faultAt(error, 'comment'), scopes: faultAt(error, 'scopes'), lifetime: faultAt(error, 'expires_in') }
  const named = Object.entries(found).flatMap(([name, fault]) => (fault ? [[name, faultText(fault)]] : []))
  return named.length > 0 ? Object.fromEntries(named) : { form: formFaultText(error) }
}

/** Creates a token, or updates comment and scopes of `token`. `onCreated` gets the secret of a new token. */
export function TokenDialog(props: {
  organizationId: string
  token?: AccessToken | undefined
  onClose: () => void
  onCreated?: ((secret: string) => void) | undefined
  /** Opens the delete dialog of `token`; rows on narrow screens have no menu. */
  onDelete?: (() => void) | undefined
}) {
  const { organizationId, token, onClose, onCreated, onDelete } = props
  const { locale } = useLanguage()
  const [comment, setComment] = useState(token?.comment ?? '')
  const [lifetime, setLifetime] = useState<Lifetime>('in90')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(() => new Set(token?.scopes ?? presets.sell))
  const [faults, setFaults] = useState<Faults>({})
  const create = useAction(client.organizationAccessTokens.create, ['organizationAccessTokens'])
  const update = useAction(client.organizationAccessTokens.update, ['organizationAccessTokens'])
  const busy = create.busy || update.busy
  const expiry = expiryOf(lifetime, new Date())
  const current = useCurrentFaults(faults, { comment, scopes, lifetime })

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
    const expiresIn = secondsOf(lifetime)
    const result = await create.run({ ...body, organizationId, ...(expiresIn === undefined ? {} : { expiresIn }) })
    if (result?.error) setFaults(faultsFrom(result.error))
    if (result?.error === null) onCreated?.(result.data.token)
  }
  return (
    <Dialog
      busy={busy}
      foot={
        <>
          {onDelete !== undefined && (
            <Button disabled={busy} variant="danger" onClick={onDelete}>
              {t('actions.delete')}
            </Button>
          )}
          <Button busy={busy} form={formId} variant="primary" type="submit">
            {t(token === undefined ? 'form.create' : 'form.save')}
          </Button>
        </>
      }
      lead={t(token === undefined ? 'form.newDescription' : 'form.editDescription')}
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
        <Field error={current.comment} hint={t('form.commentHint')} label={t('form.comment')} required>
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
            error={current.lifetime}
            hint={expiry === null ? t('form.neverHint') : t('form.expiresHint', { date: dayText(locale, expiry) })}
            label={t('form.expires')}
          >
            <Select onChange={(event) => setLifetime(event.currentTarget.value as Lifetime)} value={lifetime}>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`form.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <ScopePicker chosen={scopes} error={current.scopes} onChange={setScopes} />
      </Form>
    </Dialog>
  )
}

/** The secret of a new token, shown only once, with a command to try it. */
export function TokenSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const messages = {
    title: t('secret.title'),
    description: t('secret.description'),
    label: t('secret.label'),
    warning: t('secret.warning'),
    notCopied: t('secret.notCopied'),
    done: t('actions.done'),
  }
  return (
    <SecretDialog messages={messages} onClose={onClose} secret={secret}>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{t('secret.try')}</span>
        <Code name={t('secret.try')} text={usageSnippet(location.origin, secret)} />
      </div>
    </SecretDialog>
  )
}
