import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { Platform, Social } from './business-section.ts'
import { t } from './merchant-form.tsx'

const names = {
  x: 'X',
  github: 'GitHub',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
} as const
const platforms: readonly Platform[] = [...(Object.keys(names) as (keyof typeof names)[]), 'other']
const nameOf = (platform: Platform) => (platform === 'other' ? t('business.otherNetwork') : names[platform])
const most = 50

/** An editor of links to social networks. `errors` holds the message of a link by its id. */
export function SocialLinks(props: {
  socials: readonly Social[]
  onChange: (socials: readonly Social[]) => void
  errors: Readonly<Record<string, string>> | undefined
}) {
  const { socials, onChange, errors = {} } = props
  const change = (id: string, part: Partial<Social>) => onChange(socials.map((link) => (link.id === id ? { ...link, ...part } : link)))
  return (
    <fieldset className="grid gap-8">
      <legend className="mb-6 text-label font-strong">{t('business.socials')}</legend>
      {socials.map(({ id, platform, url }, at) => (
        <div className="grid gap-4" key={id}>
          <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-8">
            <Select
              aria-label={t('business.network', { count: at + 1 })}
              name="socials"
              onChange={(event) => change(id, { platform: event.target.value as Platform })}
              value={platform}
            >
              {platforms.map((each) => (
                <option key={each} value={each}>
                  {nameOf(each)}
                </option>
              ))}
            </Select>
            <TextInput
              aria-invalid={errors[id] !== undefined || undefined}
              aria-label={t('business.link', { count: at + 1 })}
              inputMode="url"
              name="socials"
              onChange={(event) => change(id, { url: event.target.value })}
              placeholder="https://"
              value={url}
            />
            <IconButton
              icon={CloseIcon}
              label={t('business.removeLink', { count: at + 1 })}
              onClick={() => onChange(socials.filter((other) => other.id !== id))}
            />
          </div>
          {errors[id] !== undefined && <p className="text-caption text-bad">{errors[id]}</p>}
        </div>
      ))}
      <div className="-ml-8">
        <Button
          disabled={socials.length >= most}
          icon={PlusIcon}
          onClick={() => onChange([...socials, { id: crypto.randomUUID(), platform: 'x', url: '' }])}
          variant="quiet"
        >
          {t('business.addLink')}
        </Button>
      </div>
    </fieldset>
  )
}
