import { useId, useState } from 'react'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { chosen } from '#web/ui/inputs/rules.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, refreshOrganization } from '../client.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { RolePicker } from '../role-picker.tsx'
import { EmailListInput } from './email-list-input.tsx'
import { type EmailFault, findEmailFault, parseEmails } from './emails.ts'
import { stateOf } from './states.ts'

interface InviteValues {
  readonly emails: readonly string[]
  /** The text that is typed into the field and not yet in the list. */
  readonly draft: string
  readonly roles: readonly string[]
  readonly teamId: string
}

type Refusals = readonly (readonly [email: string, reason: string])[]

/** Invites one or more emails with roles and optionally a team. Emails that the server refuses stay in the list with the reason. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const { organization } = useMembership()
  const id = useId()
  const [refused, setRefused] = useState<Refusals>([])
  const faultIn = useEmailFault()
  const form = useForm<InviteValues, Refusals>({
    initial: { emails: [], draft: '', roles: ['member'], teamId: '' },
    rules: {
      emails: (_, values) => (recipientsOf(values, faultIn).length === 0 ? t('invite.missing') : undefined),
      roles: chosen(t('members.noRole')),
    },
    refusals: { text: refusedText },
    send: async (values) => {
      setRefused([])
      return { data: await invite(organization.id, recipientsOf(values, faultIn), values), error: null }
    },
    onDone: async (failed, values) => {
      await refreshOrganization()
      const recipients = recipientsOf(values, faultIn)
      if (recipients.length > failed.length) toast(t('invite.sent', { count: recipients.length - failed.length }))
      // Members and invited users in the list are named there already.
      const left = typedIn(values).filter((email) => !recipients.includes(email) && faultIn(email) === 'invalid')
      if (failed.length + left.length === 0) return onClose()
      // The addresses without an invitation stay in the field, which names each with its fault.
      form.set({ emails: [...left, ...failed.map(([email]) => email)], draft: '' })
      setRefused(failed)
    },
  })
  const { emails, draft, roles, teamId } = form.values
  const invalid = emails.flatMap((email) => {
    const fault = faultIn(email)
    return fault === undefined ? [] : [[email, fault] as const]
  })
  /** Adds the typed text to the list when the field loses the focus. */
  const blur = (name: string) => {
    if (draft.trim() !== '') form.set({ emails: typedIn(form.values), draft: '' })
    form.props.onBlur(name)
  }
  const faultText = invalid.map(([email, fault]) => t(`invite.faults.${fault}`, { email })).join(' ')
  return (
    <Drawer
      foot={
        <>
          <span>{t('invite.foot')}</span>
          <Button busy={form.busy} form={id} variant="primary" type="submit">
            {t('invite.send', { count: Math.max(1, recipientsOf(form.values, faultIn).length) })}
          </Button>
        </>
      }
      lead={<p className="text-label text-muted">{t('invite.description')}</p>}
      onClose={onClose}
      open
      title={t('invite.title', { organization: organization.name })}
    >
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-24" focusFirst id={id} onBlur={blur}>
        <Field
          {...(faultText === '' ? form.field('emails') : { error: faultText })}
          hint={t('invite.emailsHint')}
          label={t('invite.emails')}
          required
        >
          <EmailListInput
            emails={emails}
            disabled={form.busy}
            isInvalid={(email) => invalid.some(([other]) => other === email) || refused.some(([other]) => other === email)}
            onChange={(emails, draft) => form.set({ emails, draft })}
            draft={draft}
          />
        </Field>
        <RolePicker {...form.field('roles')} chosen={roles} label={t('members.roles')} onChange={(roles) => form.set({ roles })} />
        {organization.teams.length > 0 && (
          <Field label={t('members.team')} optional>
            <Select onChange={(event) => form.set({ teamId: event.target.value })} value={teamId}>
              <option value="">{t('members.noTeam')}</option>
              {organization.teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {team.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <RefusedList refused={refused} />
      </AppForm>
    </Drawer>
  )
}

/** Stands below the fields, so that it moves none of them. */
function RefusedList({ refused }: { refused: Refusals }) {
  if (refused.length === 0) return null
  return (
    <Banner alert tone="bad">
      <ul className="grid gap-4">
        {refused.map(([email, reason]) => (
          <li className="[overflow-wrap:anywhere]" key={email}>
            <b className="font-strong">{email}</b>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** The fault of an email in this organization, if any. */
function useEmailFault(): (email: string) => EmailFault | undefined {
  const { organization } = useMembership()
  const members = new Set(organization.members.map(({ user }) => user.email))
  const now = new Date()
  const invited = new Set(organization.invitations.filter((each) => stateOf(each, now) === 'pending').map(({ email }) => email))
  return (email) => findEmailFault(email, members, invited)
}

const typedIn = ({ emails, draft }: InviteValues): readonly string[] => [...new Set([...emails, ...parseEmails(draft)])]

const recipientsOf = (values: InviteValues, faultIn: (email: string) => EmailFault | undefined): readonly string[] =>
  typedIn(values).filter((email) => faultIn(email) === undefined)

/** Sends the invitations one after the other; returns those that were refused. */
async function invite(organizationId: string, recipients: readonly string[], { roles, teamId }: InviteValues): Promise<Refusals> {
  const failed: (readonly [string, string])[] = []
  for (const email of recipients) {
    const { error } = await organizations.inviteMember({ organizationId, email, role: roles, ...(teamId !== '' && { teamId }) })
    if (error !== null) failed.push([email, refusedText(error)])
  }
  return failed
}
