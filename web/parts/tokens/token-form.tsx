import type { AccessToken, CreatedAccessToken } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { chosen, filled, type Rules } from '#web/ui/inputs/rules.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { dayText } from '#web/ui/text/moment.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useForm } from '../use-form.ts'
import { expiryOf, type Lifetime, lifetimes, secondsOf } from './expiry.ts'
import { t } from './messages.ts'
import { ScopePicker } from './scope-picker.tsx'
import { allScopes, presets } from './scopes.ts'

const choices = Object.keys(lifetimes) as Lifetime[]

interface TokenValues {
  readonly comment: string
  readonly lifetime: Lifetime
  readonly scopes: ReadonlySet<string>
}

const rules: Rules<TokenValues> = { comment: filled(t('form.commentMissing')), scopes: chosen(t('form.scopesMissing')) }

export interface TokenFormProps {
  readonly organizationId: string
  readonly token?: AccessToken | undefined
  readonly onClose: () => void
  readonly onCreated?: ((secret: string) => void) | undefined
  /** Opens the delete dialog of `token`; rows on narrow screens have no menu. */
  readonly onDelete?: (() => void) | undefined
}

/** Creates a token, or updates comment and scopes of `token`. `onCreated` gets the secret of a new token. */
export default function TokenForm(props: TokenFormProps) {
  const { organizationId, token, onClose, onCreated, onDelete } = props
  const { locale } = useLanguage()
  const create = useAction(client.organizationAccessTokens.create, ['organizationAccessTokens'])
  const update = useAction(client.organizationAccessTokens.update, ['organizationAccessTokens'])
  const form = useForm<TokenValues, AccessToken | CreatedAccessToken>({
    initial: () => ({ comment: token?.comment ?? '', lifetime: 'in90', scopes: new Set(token?.scopes ?? presets.sell) }),
    rules,
    refusals: { paths: { expires_in: 'lifetime' } },
    send: ({ comment, lifetime, scopes }) => {
      const body = { comment: comment.trim(), scopes: allScopes.filter((scope) => scopes.has(scope)) }
      if (token !== undefined) return update.run(token.id, body)
      const expiresIn = secondsOf(lifetime)
      return create.run({ ...body, organizationId, ...(expiresIn === undefined ? {} : { expiresIn }) })
    },
    onDone: (saved) => {
      if ('token' in saved) return onCreated?.(saved.token)
      toast(t('form.saved'))
      onClose()
    },
  })
  const { lifetime, scopes } = form.values
  const expiry = expiryOf(lifetime, new Date())
  return (
    <FormDialog
      actions={
        onDelete !== undefined && (
          <Button disabled={form.busy} variant="danger" onClick={onDelete}>
            {t('actions.delete')}
          </Button>
        )
      }
      form={form}
      lead={t(token === undefined ? 'form.newDescription' : 'form.editDescription')}
      onClose={onClose}
      submitLabel={t(token === undefined ? 'form.create' : 'form.save')}
      title={t(token === undefined ? 'form.newTitle' : 'form.editTitle')}
    >
      <Field {...form.field('comment')} hint={t('form.commentHint')} label={t('form.comment')} required>
        <TextInput {...form.text('comment')} autoComplete="off" placeholder={t('form.commentExample')} />
      </Field>
      {token === undefined && (
        <Field
          {...form.field('lifetime')}
          hint={expiry === null ? t('form.neverHint') : t('form.expiresHint', { date: dayText(locale, expiry) })}
          label={t('form.expires')}
        >
          <Select name="lifetime" onChange={(event) => form.set({ lifetime: event.target.value as Lifetime })} value={lifetime}>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t(`form.${choice}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ScopePicker {...form.field('scopes')} chosen={scopes} onChange={(scopes) => form.set({ scopes })} />
    </FormDialog>
  )
}
