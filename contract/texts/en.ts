/** Refusals and confirmations that the server words, in English; the other languages have the same keys and placeholders. */
export const en = {
	notSignedIn: "Please sign in",
	sessionExpired: "Your login has expired, please sign in again",
	notFound: "Nothing was found here",
	notYetAvailable:
		"This part of Clearlot is not open yet: it comes with {feature}",
	crossSiteRefused: "This request did not come from the app and was refused",
	tooManyRequests: "Too many requests. Try again in {seconds} s",
	tooLarge: "What was sent is too large",
	malformedRequest: "The request could not be read",
	fieldMissing: "Please fill in: {field}",
	fieldInvalid: "This is not valid: {field}",
	fieldRepeated: "This was sent more than once: {field}",
	fieldUnknown: "This field is not known: {field}",
	idempotencyKeyInvalid: "The request key is not valid",
	idempotencyKeyReused: "This request key was already used for something else",
	requestInProgress: "Your previous request is still being worked on",
	serverBusy: "Busy at the moment. Nothing was changed, please try again",
	internalError: "Something went wrong on our side. Nothing was changed",

	usernameMissing: "Please enter your account",
	usernameInvalid: "The account takes 6-20 letters, digits or both",
	usernameTaken: "This account name is taken",
	passwordMissing: "Please enter your password",
	passwordInvalid:
		"The password takes 6-16 letters and digits, with at least one of each",
	passwordsDiffer: "The passwords entered twice are inconsistent",
	inviteMissing: "Please enter the invitation code",
	inviteUnknown: "This invitation code does not exist",
	adultRequired: "Please confirm that you are over 18",
	termsRequired: "Please accept the terms",
	verifyCodeMissing: "Please enter the verification code",
	verifyCodeWrong: "The verification code is wrong or has expired",
	wrongCredentials: "The account or the password is wrong",
	signInLocked: "Too many failed attempts. Try again in {seconds} s",

	coinMissing: "Please select a trading area",
	coinUnknown: "This trading area does not exist",
	intervalUnknown: "This time range does not exist",
	marketStale:
		"The market prices are {age} old. No plan is accepted until they move again",

	levelMissing: "Please select a plan level",
	levelUnknown: "This plan level does not exist",
	levelLockedByWeight: "This level opens at a weight score of {weight}",
	levelLockedByBalance:
		"This level opens with at least {amount} USDT available",
	leverageMissing: "Please select leverage multiplier",
	leverageInvalid:
		"The leverage multiplier must be a whole number from 1 to {maximum}",
	leverageLocked: "This leverage ratio has not been unlocked yet",
	amountMissing: "Please enter amount",
	amountInvalid: "The amount must be a positive number with at most 6 decimals",
	amountOutsideQuota: "This level takes {minimum} to {maximum} USDT",
	insufficientFunds:
		"The amount is over your available quota of {available} USDT",
	planUnknown: "This plan does not exist",
	planUnsettled:
		"This plan is still running. It can be verified once it has settled",

	channelMissing: "Please choose a deposit channel",
	channelUnknown: "This deposit channel does not exist",
	depositTooSmall: "The minimum deposit is {minimum} USDT",
	depositTooLarge: "The maximum deposit is {maximum} USDT at a time",
	depositUnknown: "This deposit does not exist",

	registered: "Welcome to Clearlot",
	signedIn: "Signed in",
	signedOut: "Signed out",
	planPlaced: "The plan is placed. Its first round opens with the next candle",
	depositRequested: "The test deposit is on its way",
} as const;

export type ServerTexts = { readonly [Key in keyof typeof en]: string };
