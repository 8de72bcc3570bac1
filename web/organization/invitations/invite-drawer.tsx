import { useId, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
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
import { faultOf, parseEmails } from './emails.ts'
import { stateOf } from './states.ts'

interface Faults {
  readonly emails?: string
  readonly roles?: string
}

/** Invites one or more emails with roles and optionally a team. Emails that the server refuses stay in the list with the reason. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const { organization } = useMembership()
  const id = useId()
  const [emails, setEmails] = useState<readonly string[]>([])
  const [draft, setDraft] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['member'])
  const [teamId, setTeamId] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [refused, setRefused] = useState<readonly (readonly [email: string, reason: string])[]>([])
  const [busy, setBusy] = useState(false)
  const members = new Set(organization.members.map(({ user }) => user.email))
  const now = new Date()
  const invited = new Set(organization.invitations.filter((each) => stateOf(each, now) === 'pending').map(({ email }) => email))
  const invalid = emails.flatMap((email) => {
    const fault = faultOf(email, members, invited)
    return fault === undefined ? [] : [[email, fault] as const]
  })
  const recipients = [...new Set([...emails, ...parseEmails(draft)])].filter((email) => faultOf(email, members, invited) === undefined)

  const submit = async () => {
    const found: Faults = {
      ...(recipients.length === 0 && { emails: t('invite.missing') }),
      ...(chosen.length === 0 && { roles: t('members.noRole') }),
    }
    setFaults(found)
    setRefused([])
    if (Object.keys(found).length > 0) return
    setBusy(true)
    // Members and invited users in the list are named there already.
    const known = new Set(invalid.flatMap(([email, fault]) => (fault === 'invalid' ? [] : [email])))
    const left = [...new Set([...emails, ...parseEmails(draft)])].filter((email) => !recipients.includes(email) && !known.has(email))
    const failed: (readonly [string, string])[] = []
    for (const email of recipients) {
      const { error } = await organizations.inviteMember({
        organizationId: organization.id,
        email,
        role: chosen,
        ...(teamId !== '' && { teamId }),
      })
      if (error !== null) failed.push([email, refusedText(error)])
    }
    await refreshOrganization()
    setBusy(false)
    const sent = recipients.length - failed.length
    if (sent > 0) toast(t('invite.sent', { count: sent }))
    if (failed.length + left.length === 0) return onClose()
    // What was not sent stays in the field, which names each with its fault.
    setEmails([...left, ...failed.map(([email]) => email)])
    setDraft('')
    setRefused(failed)
  }
  const faultText = invalid.map(([email, fault]) => t(`invite.faults.${fault}`, { email })).join(' ')
  return (
    <Drawer
      foot={
        <>
          <span>{t('invite.foot')}</span>
          <Button busy={busy} form={id} variant="primary" type="submit">
            {t('invite.send', { count: Math.max(1, recipients.length) })}
          </Button>
        </>
      }
      lead={<p className="text-label text-muted">{t('invite.description')}</p>}
      onClose={onClose}
      open
      title={t('invite.title', { organization: organization.name })}
    >
      <Form busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-24" faults={faults} id={id} onSubmit={() => void submit()}>
        {refused.length > 0 && (
          <Banner alert tone="bad">
            <ul className="grid gap-4">
              {refused.map(([email, reason]) => (
                <li className="[overflow-wrap:anywhere]" key={email}>
                  <b className="font-strong">{email}</b>: {reason}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <Field error={faultText === '' ? faults.emails : faultText} hint={t('invite.emailsHint')} label={t('invite.emails')} required>
          <EmailListInput
            emails={emails}
            disabled={busy}
            isInvalid={(email) => invalid.some(([other]) => other === email) || refused.some(([other]) => other === email)}
            onChange={(next, text) => {
              setEmails(next)
              setDraft(text)
              // A new set of faults would take the focus to this field.
              if (Object.keys(faults).length > 0) setFaults({})
            }}
            draft={draft}
          />
        </Field>
        <RolePicker chosen={chosen} error={faults.roles} label={t('members.roles')} onChange={setChosen} />
        {organization.teams.length > 0 && (
          <Field label={t('members.team')} optional>
            <Select onChange={(event) => setTeamId(event.currentTarget.value)} value={teamId}>
              <option value="">{t('members.noTeam')}</option>
              {organization.teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {team.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </Form>
    </Drawer>
  )
}
