import { BranchIcon, DownloadIcon, FileIcon, GaugeIcon, KeyShapeIcon, SpeechIcon } from '#web/ui/icons/index.ts'
import type { CustomerGrant } from './grant.ts'

const icons = {
  custom: FileIcon,
  discord: SpeechIcon,
  downloadables: DownloadIcon,
  github_repository: BranchIcon,
  license_keys: KeyShapeIcon,
  meter_credit: GaugeIcon,
} as const

/** The icon of a kind of benefit. */
export function GrantIcon({ type }: { type: CustomerGrant['benefit']['type'] }) {
  const Drawing = icons[type]
  return <Drawing className="flex-none text-muted" />
}
