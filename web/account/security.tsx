import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { providerName } from '#web/parts/providers/name.ts'
import { Resend } from '#web/parts/resend.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { ChainIcon, LockIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Time } from '#web/ui/text/time.tsx'
import { Activity } from './activity.tsx'
import { accountsQuery, optionsQuery, ownAccount } from './client.ts'
import { Fact } from './fact.tsx'
import { FactsSkeleton } from './facts-skeleton.tsx'
import { t } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { refusedText } from './refusal.ts'
import { isPassword } from './social/ways.ts'

/** How one signs in, and what was done to the account. */
export default function Security() {
  return (
    <SettingsFrame head={<PageHeader title={t('security.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <SigningIn />
        <Activity />
      </div>
    </SettingsFrame>
  )
}

function SigningIn() {
  const { user } = useSession()
  const query = useQuery(accountsQuery)
  const mails = useQuery(optionsQuery).data?.password.reset !== false
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Loaded query={query} skeleton={<FactsSkeleton headed rows={1} />}>
      {(ways) => {
        const password = ways.find(isPassword)
        const linked = ways.filter((way) => !isPassword(way)).map(({ provider }) => providerName(provider) ?? provider)
        return (
          <Card>
            <CardHead lined title={t('security.signingIn')} />
            <Rows>
              <Row>
                {password === undefined ? (
                  <Fact icon={LockIcon} name={t('security.password')} text={t(mails ? 'security.noPassword' : 'security.noPasswordHere')}>
                    {mails && (
                      <Resend
                        label={(left) => (left > 0 ? t('security.setIn', { count: left }) : t('security.set'))}
                        onSent={() => toast(t('security.setSent', { email: user.email }))}
                        send={() => ownAccount.forgetPassword({ email: user.email, redirectTo: '/reset-password' })}
                        text={refusedText}
                      />
                    )}
                  </Fact>
                ) : (
                  <Fact
                    icon={LockIcon}
                    name={t('security.password')}
                    text={
                      <>
                        {t('security.changedAt')} <Time as="day" at={password.updatedAt} />
                      </>
                    }
                  >
                    <Button onClick={() => setIsOpen(true)}>{t('security.change')}</Button>
                  </Fact>
                )}
              </Row>
              {linked.length > 0 && (
                <Row>
                  <Fact icon={ChainIcon} name={t('security.connections')} text={linked.join(', ')}>
                    <a className={buttonClass()} href="/account/connections">
                      {t('security.manage')}
                    </a>
                  </Fact>
                </Row>
              )}
            </Rows>
            {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
          </Card>
        )
      }}
    </Loaded>
  )
}
