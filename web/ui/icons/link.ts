import { createIcon } from './icon.tsx'

export const LinkIcon = /* @__PURE__ */ createIcon(
  'M8.5 3H4a1.5 1.5 0 0 0-1.5 1.5V12A1.5 1.5 0 0 0 4 13.5h7.5A1.5 1.5 0 0 0 13 12V8.5M10.5 2.5h3v3M13.5 2.5 7.5 8.5',
)
