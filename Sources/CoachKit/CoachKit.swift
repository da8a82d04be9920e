// One import gives a backend the whole library.
@_exported public import CoachAccess
@_exported public import CoachDomains
@_exported public import CoachEngine
@_exported public import CoachModel
@_exported public import CoachSafety
@_exported public import CoachSignals
@_exported public import CurlTransport
@_exported public import JSON
@_exported public import LanguageModels
@_exported public import ModelMiddleware
@_exported public import ModelProviders
@_exported public import NamedModels
@_exported public import PersonaReview
@_exported public import PromptTemplates
@_exported public import SafetyRules
@_exported public import SourceFiles
@_exported public import StreamParsing
