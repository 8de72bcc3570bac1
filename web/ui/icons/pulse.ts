import { createIcon } from './icon.tsx'

export const PulseIcon = /* @__PURE__ */ createIcon('M1.5 8h3l2-5 3 10 2-5h3')
