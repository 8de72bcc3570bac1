import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isOffered, languages, type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { t } from './messages.ts'

/** Chooses the language of the user: `null` is the one that the browser asks for. The fragment `#language` moves the focus here. */
export function LanguageGroup(props: {
  value: OfferedLanguage | null
  onChange: (language: OfferedLanguage | null) => void
  error: string | undefined
}) {
  const select = useRef<HTMLSelectElement>(null)
  const isTarget = useRouterState({ select: ({ location }) => location.hash === 'language' })
  useEffect(() => {
    if (isTarget) select.current?.focus()
  }, [isTarget])
  return (
    <SettingsGroup text={t('profile.languageText')} title={t('profile.language')}>
      <Card>
        <CardBody>
          <Field error={props.error} label={t('profile.language')}>
            <Select
              onChange={({ target: { value } }) => props.onChange(isOffered(value) ? value : null)}
              ref={select}
              value={props.value ?? ''}
            >
              <option value="">{t('profile.browserLanguage')}</option>
              {offeredLanguages.map((code) => (
                <option key={code} lang={code} translate="no" value={code}>
                  {languages[code].name}
                </option>
              ))}
            </Select>
          </Field>
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}
