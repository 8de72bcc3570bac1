import { useId, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, renewOrganization } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { RolePicker } from '../role-picker.tsx'
import { useStanding } from '../standing.ts'
import { AddressInput } from './address-input.tsx'
import { addressesIn, faultOf } from './addresses.ts'
import { stateOf } from './states.ts'

interface Faults {
  readonly addresses?: string
  readonly roles?: string
}

/** Invites one or several addresses as something, into a team perhaps. Those that the server refuses stay, with why. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const { organization } = useStanding()
  const id = useId()
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['member'])
  const [teamId, setTeamId] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [refused, setRefused] = useState<readonly (readonly [email: string, why: string])[]>([])
  const [busy, setBusy] = useState(false)
  const members = new Set(organization.members.map(({ user }) => user.email))
  const now = new Date()
  const invited = new Set(organization.invitations.filter((each) => stateOf(each, now) === 'pending').map(({ email }) => email))
  const wrong = addresses.flatMap((email) => {
    const fault = faultOf(email, members, invited)
    return fault === undefined ? [] : [[email, fault] as const]
  })
  const wanted = [...new Set([...addresses, ...addressesIn(typed)])].filter((email) => faultOf(email, members, invited) === undefined)

  const submit = async () => {
    const found: Faults = {
      ...(wanted.length === 0 && { addresses: t('invite.missing') }),
      ...(chosen.length === 0 && { roles: t('members.noRole') }),
    }
    setFaults(found)
    setRefused([])
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const failed: (readonly [string, string])[] = []
    for (const email of wanted) {
      const { error } = await organizations.inviteMember({
        organizationId: organization.id,
        email,
        role: chosen,
        ...(teamId !== '' && { teamId }),
      })
      if (error !== null) failed.push([email, refusedText(error)])
    }
    await renewOrganization()
    setBusy(false)
    const sent = wanted.length - failed.length
    if (sent > 0) toast(t('invite.sent', { count: sent }))
    if (failed.length === 0) return onClose()
    setAddresses(failed.map(([email]) => email))
    setTyped('')
    setRefused(failed)
  }
  const told = wrong.map(([email, fault]) => t(`invite.faults.${fault}`, { email })).join(' ')
  return (
    <Drawer
      foot={
        <>
          <span>{t('invite.foot')}</span>
          <Button busy={busy} form={id} look="primary" type="submit">
            {t('invite.send', { count: Math.max(1, wanted.length) })}
          </Button>
        </>
      }
      lead={<p className="text-label text-muted">{t('invite.lead')}</p>}
      onClose={onClose}
      open
      title={t('invite.title', { organization: organization.name })}
    >
      <Form busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-24" faults={faults} id={id} onSubmit={() => void submit()}>
        {refused.length > 0 && (
          <Banner alert tone="bad">
            <ul className="grid gap-4">
              {refused.map(([email, why]) => (
                <li className="[overflow-wrap:anywhere]" key={email}>
                  <b className="font-strong">{email}</b>: {why}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <Field error={told === '' ? faults.addresses : told} hint={t('invite.addressesHint')} label={t('invite.addresses')} required>
          <AddressInput
            addresses={addresses}
            disabled={busy}
            isBad={(email) => wrong.some(([other]) => other === email) || refused.some(([other]) => other === email)}
            onChange={(next, text) => {
              setAddresses(next)
              setTyped(text)
              // A new set of faults would take the focus to this field.
              if (Object.keys(faults).length > 0) setFaults({})
            }}
            typed={typed}
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
