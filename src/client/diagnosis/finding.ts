/** The parts that a diagnosis checks. */
export type DiagnosisCheck = 'settings' | 'token' | 'service' | 'shop' | 'policy' | 'frame';

/** One thing that was looked at, in words for a developer. */
export interface DiagnosisFinding {
  check: DiagnosisCheck;
  /** True if payments can be made, as far as this goes. */
  ok: boolean;
  /** Set where payments can be made, but something is not protected, not checked, or not visible from here. */
  isWarning?: true;
  /** The finding and, where something is wrong, how to fix it; in English. */
  message: string;
}

/** The result of a diagnosis. */
export interface Diagnosis {
  /** True if nothing was found that keeps payments from being made. Warnings do not count. */
  ok: boolean;
  findings: DiagnosisFinding[];
}

/** Something that is as it should be. */
export function good(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: true, message };
}

/** Something that a developer should know of, though payments can be made. */
export function warning(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: true, isWarning: true, message };
}

/** Something that keeps payments from being made. */
export function bad(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: false, message };
}
