/** The parts that a diagnosis checks. */
export type DiagnosisCheck = 'settings' | 'token' | 'service' | 'shop' | 'policy' | 'frame';

/** The result of one check, in words for a developer. */
export interface DiagnosisFinding {
  check: DiagnosisCheck;
  /** True if the check found nothing that prevents payments. */
  ok: boolean;
  /** Set if payments can be made, but something is not protected, not checked, or not visible from here. */
  isWarning?: true;
  /** The finding in English. For a problem, it includes the fix. */
  message: string;
}

/** The result of a diagnosis. */
export interface Diagnosis {
  /** True if nothing was found that prevents payments. Warnings do not count. */
  ok: boolean;
  findings: DiagnosisFinding[];
}

/** Creates a finding without a problem. */
export function good(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: true, message };
}

/** Creates a warning: a developer should know of it, but payments can be made. */
export function warning(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: true, isWarning: true, message };
}

/** Creates a finding that prevents payments. */
export function bad(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: false, message };
}
