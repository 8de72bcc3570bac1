import { createIcon } from './icon.tsx'

export const CodeIcon = /* @__PURE__ */ createIcon('M5 4 1.5 8 5 12M11 4l3.5 4-3.5 4')
