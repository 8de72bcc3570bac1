import { Banner } from '#web/ui/floating/banner.tsx'
import { Code } from '#web/ui/showing/code.tsx'

/** A secret in the only moment it is shown: whole, with its copy button, and what happens if it is lost. */
export function SecretOnce({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{label}</span>
        <Code name={label} text={value} />
      </div>
      <Banner tone="warn">{warning}</Banner>
    </>
  )
}
