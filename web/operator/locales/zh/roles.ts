import type { ConsoleTexts } from '../../console-texts.ts';

export const roles: ConsoleTexts['roles'] = { owner: '所有者', finance: '财务', support: '客服', auditor: '审计' };
