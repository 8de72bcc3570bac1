import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'

/** A secret that is shown only once: in full, with a copy button and a warning. */
export function SecretOnce({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{label}</span>
        <div className="flex min-h-44 items-center gap-8 rounded-well border border-line bg-sunken py-8 pr-8 pl-16">
          <code className="min-w-0 flex-1 font-mono text-caption break-all">{value}</code>
          <CopyButton name={label} value={value} />
        </div>
      </div>
      <Banner tone="warn">{warning}</Banner>
    </>
  )
}
