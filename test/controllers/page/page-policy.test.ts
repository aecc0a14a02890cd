import { expect } from '@open-wc/testing';
import { watchPagePolicy, type PagePolicy } from '../../../src/controllers/page/page-policy.js';
import { FakeClock } from '../../support/fake-clock.js';

const URL_OF_CHARGE = 'https://payments.example/card/processPayment';

describe('watchPagePolicy', () => {
  let clock: FakeClock;
  let target: EventTarget;
  let policy: PagePolicy;

  beforeEach(() => {
    clock = new FakeClock();
    target = new EventTarget();
    policy = watchPagePolicy(target, clock);
  });

  function violate(init: Partial<SecurityPolicyViolationEventInit> = {}): void {
    const {
      effectiveDirective = 'connect-src',
      disposition = 'enforce',
      blockedURI = URL_OF_CHARGE,
      originalPolicy = "connect-src 'self'",
    } = init;
    const details = { effectiveDirective, disposition, blockedURI, originalPolicy };
    const required = { documentURI: location.href, violatedDirective: effectiveDirective, statusCode: 200 };
    target.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...required, ...details }));
  }

  async function ask(meanwhile: () => void = () => undefined): Promise<boolean> {
    const answer = policy.wasBlocked(URL_OF_CHARGE);
    meanwhile();
    await clock.advance(50);
    return answer;
  }

  it('hears of a violation right before and right after the request broke', async () => {
    expect(await ask(violate)).to.equal(true);
    await clock.advance(100);
    violate();
    expect(await ask()).to.equal(true);
  });

  it('takes two policies that block one request for one violation', async () => {
    const both = (): void => ['a', 'b'].forEach((originalPolicy) => violate({ originalPolicy }));
    expect(await ask(both)).to.equal(true);
  });

  it('says no where there is none, an older one, or one of another kind, address or disposition', async () => {
    expect(await ask()).to.equal(false);
    violate();
    await clock.advance(51);
    expect(await ask()).to.equal(false);
    expect(await ask(() => violate({ disposition: 'report' }))).to.equal(false);
    expect(await ask(() => violate({ effectiveDirective: 'img-src' }))).to.equal(false);
    expect(await ask(() => violate({ blockedURI: 'https://payments.example/' }))).to.equal(false);
  });

  it('says no where two requests were blocked: one of them was not ours', async () => {
    violate();
    expect(await ask(violate)).to.equal(false);
  });

  it('tells two requests that broke one after the other apart', async () => {
    expect(await ask(violate)).to.equal(true);
    await clock.advance(1);
    expect(await ask(violate)).to.equal(true);
  });
});
