import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { Resend } from '#web/parts/resend.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { ChainIcon, LockIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Time } from '#web/ui/text/time.tsx'
import { Activity } from './activity.tsx'
import { accountsQuery, optionsQuery, ownAccount } from './client.ts'
import { t } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { refusedText } from './refusal.ts'
import { RowContent } from './row-content.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { isPassword } from './social/sign-in-methods.ts'

/** The sign-in methods and the activity of the account. */
export default function Security() {
  return (
    <SettingsFrame head={<PageHeader title={t('security.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <SignInMethods />
        <Activity />
      </div>
    </SettingsFrame>
  )
}

function SignInMethods() {
  const { user } = useSession()
  const query = useQuery(accountsQuery)
  const canReset = useQuery(optionsQuery).data?.password.reset !== false
  const [isOpen, setIsOpen] = useState(false)
  return (
    <QueryContent query={query} skeleton={<RowsSkeleton headed rows={1} />}>
      {(accounts) => {
        const password = accounts.find(isPassword)
        const linked = accounts.filter((account) => !isPassword(account)).map(({ provider }) => providerName(provider) ?? provider)
        return (
          <Card>
            <CardHead lined title={t('security.signIn')} />
            <Rows>
              <Row>
                {password === undefined ? (
                  <RowContent
                    icon={LockIcon}
                    name={t('security.password')}
                    text={t(canReset ? 'security.noPassword' : 'security.noPasswordHere')}
                  >
                    {canReset && (
                      <Resend
                        label={(left) => (left > 0 ? t('security.setIn', { count: left }) : t('security.set'))}
                        onSent={() => toast(t('security.setSent', { email: shownEmail(user.email) }))}
                        send={() => ownAccount.forgetPassword({ email: user.email, redirectTo: '/reset-password' })}
                        text={refusedText}
                      />
                    )}
                  </RowContent>
                ) : (
                  <RowContent
                    icon={LockIcon}
                    name={t('security.password')}
                    text={
                      <>
                        {t('security.changedAt')} <Time as="day" at={password.updatedAt} />
                      </>
                    }
                  >
                    <Button onClick={() => setIsOpen(true)}>{t('security.change')}</Button>
                  </RowContent>
                )}
              </Row>
              {linked.length > 0 && (
                <Row>
                  <RowContent icon={ChainIcon} name={t('security.connections')} text={linked.join(', ')}>
                    <a className={buttonClass()} href="/account/connections">
                      {t('security.manage')}
                    </a>
                  </RowContent>
                </Row>
              )}
            </Rows>
            {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
          </Card>
        )
      }}
    </QueryContent>
  )
}
